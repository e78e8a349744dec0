//! Books, with both databases.

mod common;

use common::{run_of, with_each, worker};
use std::time::Duration;
use tengen_store::{BookRow, BookSize, BookUpdate, Finished, NewRun, Outcome, Store, StoreError};

const LONG: Duration = Duration::from_secs(100);

fn row(position: u64, mv: u32, wins: u64, losses: u64, draws: u64) -> BookRow {
    BookRow { position, mv, wins, losses, draws }
}

#[test]
fn books_have_names_and_rows_in_order() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let one = store.create_book("one", "9x9").unwrap();
        let two = store.create_book("two", "").unwrap();
        let error = store.create_book("one", "again").unwrap_err();
        assert!(matches!(error, StoreError::BookExists { .. }), "{error}");
        let found = store.find_book("one").unwrap().unwrap();
        assert_eq!((found.id, found.meta.as_str()), (one, "9x9"));
        assert_eq!(store.find_book("three").unwrap(), None);
        store.set_book_meta(one, "7x7").unwrap();
        assert_eq!(store.books().unwrap()[0].meta, "7x7");
        // Numbers from end to end, in the order of the unsigned.
        let rows = [
            row(0, 0, 1, 0, 0),
            row(0, u32::MAX, 0, 1, 0),
            row(5, 7, 0, 0, 1),
            row(1 << 63, 1, 2, 2, 2),
            row(u64::MAX, 3, 3, 3, 3),
        ];
        let backwards: Vec<BookRow> = rows.iter().rev().copied().collect();
        store.edit_book(one, &[], &backwards).unwrap();
        store.edit_book(two, &[], &[row(5, 7, 9, 9, 9)]).unwrap();
        assert_eq!(store.book_rows(one, 0).unwrap(), rows[..2]);
        assert_eq!(store.book_rows(one, 6).unwrap(), []);
        let (mut all, mut after) = (Vec::new(), None);
        loop {
            let page = store.book_page(one, after, 2).unwrap();
            let Some(last) = page.last() else { break };
            after = Some((last.position, last.mv));
            all.extend(page);
        }
        assert_eq!(all, rows);
        assert_eq!(store.book_size(one).unwrap(), BookSize { positions: 4, moves: 5 });
        // Counts are added; what is removed begins anew.
        store.edit_book(one, &[(0, 0), (9, 9)], &[row(0, 0, 5, 0, 0), row(5, 7, 0, 0, 1)]).unwrap();
        assert_eq!(store.book_rows(one, 0).unwrap()[0], row(0, 0, 5, 0, 0));
        assert_eq!(store.book_rows(one, 5).unwrap()[0].draws, 2);
        assert_eq!(store.book_rows(two, 5).unwrap()[0].draws, 9);
        store.delete_book(one).unwrap();
        assert_eq!(store.book_page(one, None, 9).unwrap(), []);
        assert!(matches!(store.delete_book(one), Err(StoreError::Unknown { .. })));
        assert!(matches!(store.set_book_meta(one, ""), Err(StoreError::Unknown { .. })));
    });
}

#[test]
fn more_rows_than_one_statement_takes() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let book = store.create_book("b", "").unwrap();
        let rows: Vec<BookRow> = (0..2345).map(|n| row(n / 3, (n % 3) as u32, n, 0, 0)).collect();
        store.edit_book(book, &[], &rows).unwrap();
        store.edit_book(book, &[], &rows).unwrap();
        assert_eq!(store.book_size(book).unwrap(), BookSize { positions: 782, moves: 2345 });
        assert_eq!(store.book_rows(book, 700).unwrap()[1].wins, 2 * 2101);
        let keys: Vec<(u64, u32)> = rows[5..].iter().map(|it| (it.position, it.mv)).collect();
        store.edit_book(book, &keys, &[]).unwrap();
        assert_eq!(store.book_page(book, None, 10_000).unwrap().len(), 5);
    });
}

/// A result that is not accepted changes nothing, nor does a book that is not there.
#[test]
fn a_result_and_its_book_are_one_thing() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let update = [BookUpdate { position: 1, mv: 1, outcome: Outcome::Win }];
        run_of(&store, "bookless", 1);
        let lease = store.lease(&worker(), LONG).unwrap().unwrap();
        let error = store.finish(&lease, "", &update).unwrap_err();
        assert!(matches!(error, StoreError::NoBook { job: 0 }), "{error}");
        assert_eq!(store.finish(&lease, "", &[]).unwrap(), Finished::Recorded);

        let book = store.create_book("b", "").unwrap();
        let run = NewRun {
            kind: "test",
            name: "with",
            version: "1.0",
            signature: 42,
            book: Some(book),
            ..NewRun::default()
        };
        let id = store.open_run(&run).unwrap().id;
        assert_eq!(store.run(id).unwrap().book, Some(book));
        store.add_jobs(id, ["x"]).unwrap();
        let slow = store.lease(&worker(), Duration::ZERO).unwrap().unwrap();
        std::thread::sleep(Duration::from_millis(5));
        let fast = store.lease(&worker(), LONG).unwrap().unwrap();
        assert_eq!(store.finish(&slow, "", &update).unwrap(), Finished::Lost);
        assert_eq!(store.book_rows(book, 1).unwrap(), []);
        for _ in 0..2 {
            assert_eq!(store.finish(&fast, "", &update).unwrap(), Finished::Recorded);
            assert_eq!(store.finish(&slow, "", &update).unwrap(), Finished::AlreadyDone);
        }
        assert_eq!(store.book_rows(book, 1).unwrap(), [row(1, 1, 1, 0, 0)]);
    });
}
