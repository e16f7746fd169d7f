//! The `deltamind` program: a thin door to `cli`.

fn main() -> std::process::ExitCode {
    deltamind::cli::main()
}
