//! A folder for one program while it runs.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A private folder, removed with all that is in it when this is dropped.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) path: PathBuf,
}

impl Scratch {
    /// Makes a folder in another, for one user alone; `None` for us.
    pub(super) fn make(parent: &Path, user: Option<u32>) -> io::Result<Scratch> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        // The program finds it by this path from wherever it runs.
        let parent = parent.canonicalize()?;
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("manator-{}-{count}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&path) {
                // Left by a process of the same number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            let scratch = Scratch { path };
            if user.is_some() {
                lchown(&scratch.path, user, user)?;
            }
            return Ok(scratch);
        }
    }
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
    use super::Scratch;
    use std::fs;
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};

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
