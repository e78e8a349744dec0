//! What can be wrong with a store is told, and nothing is half written.

mod common;

use std::fs;
use std::time::Duration;

use common::server::{Postgres, skipped};
use common::{Folder, run_of, with_each, worker};
use tengen_store::{Address, BookRow, Store, StoreError};

/// Runs statements behind the store's back.
fn meddle(address: &str, sql: &str) {
    if address.starts_with("postgres") {
        let mut client = postgres::Client::connect(address, postgres::NoTls).unwrap();
        client.batch_execute(sql).unwrap();
    } else {
        rusqlite::Connection::open(address).unwrap().execute_batch(sql).unwrap();
    }
}

#[test]
fn names_that_are_none() {
    for wrong in ["", "sqlite:", "mysql://host/db", "https://host", "postgres://", "a\0b"] {
        let error = Store::open(wrong).unwrap_err();
        assert!(matches!(error, StoreError::Address(_) | StoreError::BadUrl { .. }), "{error}");
    }
    let error = Store::open("postgres://me:secret@host:notaport/db").unwrap_err().to_string();
    assert!(error.contains("me:***@host") && !error.contains("secret"), "{error}");
    let error = Store::open("postgresql://me:secret@host/db?sslmode=require").unwrap_err();
    assert!(matches!(error, StoreError::NoTls(_)), "{error}");
    assert!(error.to_string().contains("ssh -L") && !error.to_string().contains("secret"));
    let address: Address = "postgres://h/db?user=me&password=secret".parse().unwrap();
    assert_eq!(address.to_string(), "postgres://h/db?user=me&password=***");
}

#[test]
fn a_mistyped_name_makes_no_file() {
    let folder = Folder::new();
    let path = folder.path("typo.db");
    for open in [Store::open_existing, Store::open_read_only] {
        let error = open(&path).unwrap_err();
        assert!(matches!(error, StoreError::NotThere(_)), "{error}");
        assert_eq!(error.to_string(), format!("{path}: there is no store; check the name"));
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
    // A folder is none either, nor a file where no folder is.
    assert!(matches!(Store::open(&folder.path("")), Err(StoreError::NotOurs(_))));
    let error = Store::open(&folder.path("none/store.db")).unwrap_err().to_string();
    assert!(error.contains("unable to open"), "{error}");
}

#[test]
fn a_server_that_is_not_there_and_a_database_that_is_not() {
    // Nobody listens at this port.
    let error = Store::open("postgres://tengen@127.0.0.1:1/db").unwrap_err();
    assert!(error.is_passing(), "{error}");
    assert!(error.to_string().contains("refused"), "{error}");
    if skipped() {
        return;
    }
    let mut server = Postgres::start();
    let error = Store::open(&server.url("nothing")).unwrap_err();
    assert!(matches!(error, StoreError::NotThere(_)) && !error.is_passing(), "{error}");
    assert!(error.to_string().contains("\"nothing\" does not exist"), "{error}");
    let url = server.new_database();
    let error = Store::open_existing(&url).unwrap_err();
    assert!(matches!(error, StoreError::NotThere(_)), "{error}");

    // A server that crashes and comes back: what was told is there, and the same store goes on.
    let store = Store::open(&url).unwrap();
    let run = run_of(&store, "a", 2);
    let lease = store.lease(&worker(), Duration::from_secs(100)).unwrap().unwrap();
    store.finish(&lease, "kept", &[]).unwrap();
    server.stop();
    for _ in 0..3 {
        let error = store.counts(run.id).unwrap_err();
        assert!(error.is_passing(), "{error}");
    }
    server.start_again();
    assert_eq!(store.results(run.id, 0, 9).unwrap()[0].result, "kept");
    assert_eq!(store.counts(run.id).unwrap().waiting, 1);
}

#[test]
fn schemas_of_other_versions() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        run_of(&store, "a", 1);
        drop(store);
        // As the first version of the program left it.
        meddle(
            address,
            "DROP TABLE page_game; DROP TABLE book; DROP TABLE book_move; ALTER TABLE run DROP COLUMN book; \
             UPDATE tengen_store SET version = 1",
        );
        let error = Store::open_read_only(address).unwrap_err();
        assert!(matches!(error, StoreError::Older { found: 1, known: 3, .. }), "{error}");
        assert!(error.to_string().contains("open it for writing once"), "{error}");
        // It is brought up to date, by several at the same time, and nothing is lost.
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| Store::open_existing(address).unwrap());
            }
        });
        let store = Store::open_read_only(address).unwrap();
        let run = &store.runs().unwrap()[0];
        assert_eq!((run.jobs, run.book), (1, None));
        drop(store);
        meddle(address, "UPDATE tengen_store SET version = 4");
        for open in [Store::open, Store::open_existing, Store::open_read_only] {
            let error = open(address).unwrap_err();
            assert!(matches!(error, StoreError::Newer { found: 4, known: 3, .. }), "{error}");
            assert!(error.to_string().contains("use a newer tengen"), "{error}");
        }
    });
}

#[test]
fn tables_that_are_missing_and_tables_of_others() {
    with_each(|address| {
        drop(Store::open(address).unwrap());
        meddle(address, "DROP TABLE book_move");
        for open in [Store::open, Store::open_existing, Store::open_read_only] {
            let error = open(address).unwrap_err();
            assert!(matches!(error, StoreError::MissingTable { .. }), "{error}");
            assert!(error.to_string().contains("the table book_move is missing"), "{error}");
        }
        meddle(address, "DROP TABLE tengen_store");
        let error = Store::open(address).unwrap_err();
        assert!(matches!(error, StoreError::NotOurs(_)), "{error}");
    });
    // It goes while a store is open.
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let book = store.create_book("b", "").unwrap();
        meddle(address, "DROP TABLE book_move");
        let error = store.book_rows(book, 1).unwrap_err();
        assert!(matches!(error, StoreError::MissingTable { .. }), "{error}");
        assert!(store.books().is_ok(), "the rest still works");
    });
}

#[test]
fn damaged_files() {
    let folder = Folder::new();
    let path = folder.path("store.db");
    fs::write(
        &path,
        "this is no database at all, but it is long enough to look like one".repeat(99),
    )
    .unwrap();
    for open in [Store::open, Store::open_existing, Store::open_read_only] {
        let error = open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
        assert!(error.to_string().contains("restore a copy"), "{error}");
    }
    fs::remove_file(&path).unwrap();
    // Damage in the middle of a book.
    let store = Store::open(&path).unwrap();
    let book = store.create_book("b", "").unwrap();
    let rows: Vec<BookRow> =
        (0..20_000).map(|position| BookRow { position, wins: 1, ..BookRow::default() }).collect();
    store.edit_book(book, &[], &rows).unwrap();
    store.verify().unwrap();
    drop(store);
    let mut bytes = fs::read(&path).unwrap();
    let length = bytes.len();
    for (place, byte) in bytes[length / 4..3 * length / 4].iter_mut().enumerate() {
        *byte = (place * 7) as u8;
    }
    fs::write(&path, bytes).unwrap();
    let store = Store::open(&path).unwrap();
    let error = store.verify().unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    let error = store.book_page(book, None, 20_000).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
}

#[test]
fn what_is_opened_to_be_read_is_not_written() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let book = store.create_book("b", "m").unwrap();
        let reader = Store::open_read_only(address).unwrap();
        for reader in [&reader, &reader.another().unwrap()] {
            assert_eq!(reader.find_book("b").unwrap().unwrap().id, book);
            let error = reader.create_book("c", "").unwrap_err();
            assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
            let error = reader.lease(&worker(), Duration::from_secs(1));
            assert!(matches!(error, Ok(None) | Err(StoreError::ReadOnly { .. })), "{error:?}");
        }
        // Readers see what writers do.
        store
            .edit_book(book, &[], &[BookRow { position: 1, wins: 1, ..BookRow::default() }])
            .unwrap();
        assert_eq!(reader.book_rows(book, 1).unwrap().len(), 1);
    });
}

proptest::proptest! {
    #[test]
    fn no_name_makes_the_parser_panic(text in "(postgres(ql)?://|sqlite:)?\\PC*") {
        if let Ok(address) = text.parse::<Address>() {
            let _ = address.to_string();
        }
    }
}

const LOCKED_UP: &str = "TENGEN_TEST_READ_ONLY";

/// A file that may not be written, in a folder that may not be either, as on a read-only disk. Root may
/// write everywhere, so then somebody else looks.
#[test]
fn a_file_that_may_only_be_read() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = Folder::new();
    let path = folder.path("a store #1?.db");
    let store = Store::open(&path).unwrap();
    store.create_book("b", "m").unwrap();
    drop(store);
    let permit = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    permit(std::path::Path::new(&path), 0o444);
    permit(&folder.0, 0o555);
    let this = std::env::current_exe().unwrap();
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let mut command =
        std::process::Command::new(if is_root { "runuser".into() } else { this.clone() });
    if is_root {
        command.args(["-u", "nobody", "--"]).arg(this);
    }
    command.args(["--exact", "reader_process", "--ignored", "--nocapture"]).env(LOCKED_UP, &path);
    let output = command.output().unwrap();
    permit(&folder.0, 0o755);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

/// Not a test of its own: whoever has no right to write.
#[test]
#[ignore = "another test starts it"]
fn reader_process() {
    let Ok(path) = std::env::var(LOCKED_UP) else { return };
    let reader = Store::open_read_only(&path).unwrap();
    assert_eq!(reader.find_book("b").unwrap().unwrap().meta, "m");
    assert_eq!(reader.another().unwrap().books().unwrap().len(), 1);
    for open in [Store::open, Store::open_existing] {
        let error = open(&path).and_then(|store| store.create_book("c", "")).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{text}");
        assert!(text.contains("cannot be written"), "{text}");
    }
}
