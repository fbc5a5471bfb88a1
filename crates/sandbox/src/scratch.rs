//! A folder for one program while it runs.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How old a folder without an owner must be: a new one may be about to have one.
const ABANDONED_MIN: Duration = Duration::from_secs(60);
/// How the names of our folders begin; two numbers follow. Nothing else is called that.
const PREFIX: &str = "manator-sandbox-";

/// A private folder, removed with all that is in it when this is dropped.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) path: PathBuf,
    /// Says that somebody uses it. The system lets go of it with the process.
    _lock: File,
}

impl Scratch {
    /// Makes a folder in another, for one user alone; `None` for us.
    pub(super) fn make(parent: &Path, user: Option<u32>) -> io::Result<Scratch> {
        let scratch = Scratch::new(parent)?;
        if user.is_some() {
            lchown(&scratch.path, user, user)?;
        }
        Ok(scratch)
    }

    /// Makes a folder with a copy of a program's, which one user alone can read and nobody can write.
    pub(super) fn copy(parent: &Path, user: Option<u32>, program: &Path) -> io::Result<Scratch> {
        let scratch = Scratch::new(parent)?;
        let mut folders = vec![(program.to_path_buf(), scratch.path.clone())];
        while let Some((from, to)) = folders.pop() {
            for entry in fs::read_dir(from)? {
                let entry = entry?;
                let (kind, copy) = (entry.file_type()?, to.join(entry.file_name()));
                if kind.is_dir() {
                    DirBuilder::new().mode(0o700).create(&copy)?;
                    folders.push((entry.path(), copy));
                } else if kind.is_file() {
                    fs::copy(entry.path(), &copy)?;
                    give(&copy, user)?;
                }
            }
            give(&to, user)?;
        }
        Ok(scratch)
    }

    fn new(parent: &Path) -> io::Result<Scratch> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        // The program finds it by this path from wherever it runs.
        let parent = parent.canonicalize()?;
        sweep(&parent);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("{PREFIX}{}-{count}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&path) {
                // Left by a process of the same number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            let lock = File::open(&path)?;
            lock.try_lock()?;
            return Ok(Scratch { path, _lock: lock });
        }
    }
}

/// Returns a folder for copies: the usual one for temporary files, unless nothing can be run there.
pub(super) fn place() -> PathBuf {
    let usual = std::env::temp_dir();
    [usual.clone(), "/var/tmp".into()].into_iter().find(|path| can_run(path)).unwrap_or(usual)
}

#[cfg(target_os = "linux")]
fn can_run(folder: &Path) -> bool {
    use rustix::fs::{StatVfsMountFlags, statvfs};
    statvfs(folder).is_ok_and(|data| !data.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

#[cfg(not(target_os = "linux"))]
fn can_run(_: &Path) -> bool {
    true
}

/// Lets the group of a user read and run a file; or us, without a user.
fn give(path: &Path, user: Option<u32>) -> io::Result<()> {
    if user.is_some() {
        lchown(path, None, user)?;
    }
    fs::set_permissions(path, Permissions::from_mode(if user.is_some() { 0o750 } else { 0o700 }))
}

/// Removes folders that were left by processes that were killed, once in the life of this one.
fn sweep(parent: &Path) {
    static DONE: Once = Once::new();
    DONE.call_once(|| remove_abandoned(parent, ABANDONED_MIN));
}

/// Removes folders of ours that nobody uses and that have not changed for some time.
fn remove_abandoned(parent: &Path, unchanged: Duration) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_folder || !is_scratch(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let age = entry.metadata().and_then(|data| data.modified());
        let age = age.ok().and_then(|time| time.elapsed().ok()).unwrap_or_default();
        if age >= unchanged
            && let Ok(lock) = File::open(entry.path())
            && lock.try_lock().is_ok()
        {
            drop(Scratch { path: entry.path(), _lock: lock });
        }
    }
}

/// Returns whether a folder of that name is one of ours.
fn is_scratch(name: &str) -> bool {
    let numbers = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, count)| is_number(process) && is_number(count))
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if fs::remove_dir_all(&self.path).is_err() {
            // A folder may have been made so that not even its owner can look into it.
            open_folders(&self.path);
            // What cannot be removed even so stays: nobody can be told here.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Lets us into all folders below one.
fn open_folders(path: &Path) {
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let _ = fs::set_permissions(&folder, Permissions::from_mode(0o700));
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let inner = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        folders.extend(inner.map(|entry| entry.path()));
    }
}

#[cfg(test)]
mod tests {
    use super::{Scratch, remove_abandoned};
    use std::fs;
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    use std::time::Duration;

    #[test]
    fn only_abandoned_folders_of_ours_are_removed() {
        let parent = tempfile::tempdir().expect("a folder");
        let used = Scratch::new(parent.path()).expect("a folder that is used");
        let theirs = [
            "manator-games",
            "manator-home-x1",
            "manator-1-2",
            "manator-sandbox-",
            "manator-sandbox-1",
            "manator-sandbox-1-2-3",
            "manator-sandbox-1-x",
        ];
        for name in theirs.into_iter().chain(["manator-sandbox-1-2"]) {
            fs::create_dir(parent.path().join(name)).expect("a folder");
            fs::write(parent.path().join(name).join("file"), "text").expect("a file");
        }
        remove_abandoned(parent.path(), Duration::from_secs(60));
        assert!(parent.path().join("manator-sandbox-1-2").exists(), "it may be about to be used");
        remove_abandoned(parent.path(), Duration::ZERO);
        assert!(!parent.path().join("manator-sandbox-1-2").exists());
        assert!(used.path.exists());
        for name in theirs {
            assert!(parent.path().join(name).join("file").exists(), "{name}");
        }
    }

    #[test]
    fn a_folder_is_private_and_removed_whatever_is_in_it() {
        let parent = std::env::temp_dir();
        let scratch = Scratch::make(&parent, None).expect("a folder");
        let other = Scratch::make(&parent, None).expect("another folder");
        assert_ne!(scratch.path, other.path);
        let mode = fs::metadata(&scratch.path).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let blind = scratch.path.join("blind");
        fs::DirBuilder::new().mode(0o300).create(&blind).expect("a folder nobody can list");
        fs::write(blind.join("file"), "text").expect("a file in it");
        std::os::unix::fs::symlink("/", scratch.path.join("link")).expect("a link");
        let path = scratch.path.clone();
        drop(scratch);
        assert!(!path.exists() && other.path.exists());
    }
}
