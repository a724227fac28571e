//! Measures the time of a durable write.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::file_access::private;

const SYNCS: usize = 3;

pub(super) fn existing_folder(file: &Path) -> PathBuf {
    let folders = file.ancestors().skip(1);
    let mut existing = folders.filter(|folder| folder.is_dir());
    existing.next().unwrap_or(Path::new(".")).to_owned()
}

/// Returns the median time of a durable 4 KB write. Writes to the new file `scratch` and deletes it.
pub(super) fn time_sync(scratch: &Path) -> io::Result<Duration> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut file = private(&mut options).open(scratch)?;
    let times: io::Result<Vec<_>> = (0..SYNCS).map(|_| sync_once(&mut file)).collect();
    std::fs::remove_file(scratch)?;
    let mut times = times?;
    times.sort_unstable();
    Ok(times[SYNCS / 2])
}

fn sync_once(file: &mut File) -> io::Result<Duration> {
    let started = Instant::now();
    file.write_all(&[0; 4096])?;
    file.sync_all()?;
    Ok(started.elapsed())
}
