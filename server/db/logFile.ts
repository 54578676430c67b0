// What has been committed is on the disk before anybody is told so. SQLite would wait for the disk within the commit, and the
// event loop with it: some milliseconds, and a tenth of a second where others write much.
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";

/** The log of writes of a SQLite database that is open, as a file. */
export class LogFile {
  private handle: Promise<FileHandle> | undefined;
  private busy: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  /**
   * Why the disk has refused. What it refused once it may take for written the next time, and what was committed after a gap in the
   * log is lost with it: nothing more may be written before the next start, which reads the log anew.
   */
  refusal: Error | undefined;

  constructor(private readonly database: string) {}

  /**
   * Waits until all that has been committed is on the disk; whoever comes while the disk is busy goes with the others the next
   * time. Throws where the disk refuses.
   */
  reachDisk(): Promise<void> {
    this.next ??= this.busy.then(() => {
      this.next = undefined;
      const done = this.sync();
      this.busy = done.catch(() => {});
      return done;
    });
    return this.next;
  }

  private async sync(): Promise<void> {
    try {
      this.handle ??= this.open();
      await (await this.handle).datasync();
    } catch (error) {
      this.refusal = error as Error;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.busy;
    const log = await this.handle?.catch(() => undefined);
    this.handle = undefined;
    await log?.close();
  }

  private async open(): Promise<FileHandle> {
    const log = await open(`${this.database}-wal`, "r+");
    // A file that the folder does not know yet would be lost whole; Windows has no such thing as a folder on the disk.
    if (process.platform === "win32") return log;
    const folder = await open(dirname(this.database));
    await folder.sync().finally(() => folder.close());
    return log;
  }
}
