//! Whatever is uploaded, nothing panics, and nothing is kept but plain files in a folder of their own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;

use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use manator_sandbox::Sandbox;

use super::student::receive;
use super::uploads::{FILES_MAX, Uploads};
use crate::fuzz::runtime;

const RANDOM: usize = 50;
const FORM_MAX: usize = 4096;
/// How many bytes of a program are taken here, so that larger ones are tried as well.
const BYTES_MAX: usize = 1024;
const STUDENT: u32 = 3;

/// Sends a form whose parts begin with `--x`, and looks at what is kept of it.
#[test]
fn any_upload() {
    let runtime = runtime();
    let folder = tempfile::tempdir().expect("a folder");
    bolero::check!().with_iterations(RANDOM).with_max_len(FORM_MAX).for_each(|bytes: &[u8]| {
        let request = Request::builder().header(CONTENT_TYPE, "multipart/form-data; boundary=x");
        let request = request.body(Body::from(bytes.to_vec())).expect("a request");
        let sent = runtime.block_on(async {
            let mut form = Multipart::from_request(request, &()).await.ok()?;
            receive(&mut form, BYTES_MAX).await.ok()
        });
        let Some(sent) = sent else { return };
        assert!(sent.len() <= FILES_MAX);
        let total: usize = sent.iter().map(|file| file.bytes.len()).sum();
        assert!(total <= BYTES_MAX);
        let class = folder.path().join("class");
        let uploads = Uploads::new(class.clone(), Sandbox::default());
        let count = sent.len();
        if let Ok(upload) = uploads.receive(STUDENT, sent, &[]) {
            let kept = uploads.last(STUDENT).expect("what was received is found again");
            assert_eq!(kept.manifest.words, upload.manifest.words);
            let program = uploads.program(&kept);
            let own = program.directory.expect("a folder of its own");
            assert!(own.starts_with(&class) && program.sandbox.is_some());
            let files = fs::read_dir(&own).expect("its files").map(|file| file.expect("a file"));
            let mut names = Vec::new();
            for file in files {
                assert!(file.file_type().expect("a type").is_file());
                names.push(file.file_name().into_string().expect("a plain name"));
            }
            assert_eq!(names.len(), count);
            assert!(names.iter().all(|name| kept.manifest.files.contains(name)), "{names:?}");
            let main = program.words.last().map(|word| word.trim_start_matches("./"));
            assert!(names.iter().any(|name| Some(name.as_str()) == main), "{:?}", program.words);
            let _ = kept.without_paths(&String::from_utf8_lossy(bytes));
        }
        fs::remove_dir_all(folder.path().join("class")).unwrap_or_default();
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
    });
}
