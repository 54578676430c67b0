export function rulesPage(): string { return "# Rules\n"; }
