// The last resort: the application could not be put together. It leans on nothing, not even on translations.

export function StartFailure({ error }: { error: unknown }) {
  const text = error instanceof Error ? error.message : String(error);
  return (
    <main className="bare">
      <div className="page page-form" role="alert">
        <h1>Lanyard could not start</h1>
        <p>Reload the page. If it happens again, tell your administrator what is written below.</p>
        <pre>{text}</pre>
      </div>
    </main>
  );
}
