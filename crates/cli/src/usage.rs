//! Wrong usage, explained in one line: what was wrong, and what is allowed.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory};

use crate::FAULT;
use crate::cli::Cli;

/// Prints help and version as they are, and anything else as one line on standard error.
pub(crate) fn explain(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let mut line = match error.kind() {
        // Without a subcommand the parser would print the whole help.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            "error: a command is missing".to_owned()
        }
        _ => essence(&error.render().to_string()),
    };
    let args = std::env::args_os().skip(1).map_while(|arg| arg.into_string().ok());
    if let Some(known) = known(error.kind(), args) {
        line += &format!("; known here: {known}");
    }
    let _ = writeln!(io::stderr(), "{line} (see --help)");
    ExitCode::from(FAULT)
}

/// The lines before the usage, on one line.
pub(crate) fn essence(text: &str) -> String {
    let is_essential = |line: &&str| {
        !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more information")
    };
    let lines: Vec<&str> = text.lines().map(str::trim).filter(is_essential).collect();
    let line = lines.join("; ");
    line.replace("; [", " [").replace(":; ", ": ")
}

/// The subcommands or flags of the command that was meant, where the parser does not name them.
fn known(kind: ErrorKind, args: impl Iterator<Item = String>) -> Option<String> {
    let mut command = &Cli::command();
    for arg in args {
        match find(command, &arg) {
            Some(subcommand) => command = subcommand,
            None => break,
        }
    }
    match kind {
        ErrorKind::UnknownArgument if !command.has_subcommands() => {
            let flags = command.get_arguments().filter_map(clap::Arg::get_long);
            Some(flags.map(|flag| format!("--{flag}")).collect::<Vec<_>>().join(", "))
        }
        ErrorKind::UnknownArgument
        | ErrorKind::InvalidSubcommand
        | ErrorKind::MissingSubcommand
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let names = command.get_subcommands().map(Command::get_name);
            Some(names.collect::<Vec<_>>().join(", "))
        }
        _ => None,
    }
}

fn find<'a>(command: &'a Command, name: &str) -> Option<&'a Command> {
    command.get_subcommands().find(|subcommand| subcommand.get_name() == name)
}
