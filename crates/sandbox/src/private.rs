//! Files of our own that nobody else may read: stores, codes, keys, kept games, uploaded programs.
//!
//! Files are 0600 in folders of 0700. A folder that somebody else made is left as it is.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::process::geteuid;

const FILE: u32 = 0o600;
const FOLDER: u32 = 0o700;

/// Makes a folder and those above it that are missing; one that is there is left as it is.
///
/// # Errors
/// Returns why it cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER).create(path)
}

/// Returns options that make a file, if they make one, for us alone.
pub fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(FILE);
    options
}

/// Closes to others what an older version left open to them: a file, or a folder that only we use.
///
/// What is not there, is somebody else's, or lies where modes cannot be set stays as it is.
pub fn tighten(path: &Path) {
    let Ok(data) = fs::metadata(path) else { return };
    let mode = if data.is_dir() { FOLDER } else { FILE };
    let is_open = data.mode() & 0o077 != 0;
    if is_open && data.uid() == geteuid().as_raw() && (data.is_file() || data.is_dir()) {
        let _ = fs::set_permissions(path, Permissions::from_mode(mode));
    }
}

/// Writes a file as a whole or not at all.
///
/// # Errors
/// Returns why it cannot be written; what was there before still is.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.new", std::process::id()));
    let draft = PathBuf::from(draft);
    let write = || {
        let mut file = options().write(true).create(true).truncate(true).open(&draft)?;
        file.write_all(bytes.as_ref())?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&draft);
        return written;
    }
    // The name itself is safe only when the folder is.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::{make_folder, options, tighten, write};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    #[track_caller]
    fn check(path: &Path, mode: u32) {
        let found = fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(format!("{found:o}"), format!("{mode:o}"), "{}", path.display());
    }

    #[test]
    fn what_we_make_is_ours_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).expect("it is ours");
        let inner = folder.path().join("a/b");
        make_folder(&inner).expect("a folder");
        make_folder(&inner).expect("it is there");
        let file = inner.join("file");
        write(&file, "one").expect("a file");
        write(&file, "two").expect("a file");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "two");
        assert_eq!(fs::read_dir(&inner).expect("a folder").count(), 1, "no draft is left");
        options().append(true).create(true).open(inner.join("lock")).expect("a file");
        check(&file, 0o600);
        check(&inner.join("lock"), 0o600);
        check(&inner, 0o700);
        check(&folder.path().join("a"), 0o700);
        check(folder.path(), 0o755);
        assert!(write(&folder.path().join("no/such"), "x").is_err());
    }

    #[test]
    fn what_was_left_open_is_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "text").expect("a file");
        for mode in [0o644, 0o666, 0o640] {
            fs::set_permissions(&file, PermissionsExt::from_mode(mode)).expect("it is ours");
            tighten(&file);
            check(&file, 0o600);
        }
        fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).expect("it is ours");
        tighten(folder.path());
        check(folder.path(), 0o700);
        tighten(&folder.path().join("nothing"));
        tighten(Path::new("/dev/null"));
    }
}
