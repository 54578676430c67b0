// Slows down guessing: failed log-ins are counted by account from one address, and by address over all accounts.
const WINDOW_MS = 15 * 60_000;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 100;
const REMEMBERED = 50_000;

interface Count {
  failures: number;
  until: number;
}

/** Counts failures only; somebody else's failures from elsewhere never lock a person out. */
export class LoginThrottle {
  private readonly counts = new Map<string, Count>();

  /** Whether this account may be tried from this address now. */
  isOpen(email: string, address: string, now: number): boolean {
    return (
      this.failures(`${address} ${email}`, now) < PER_ACCOUNT_AND_ADDRESS && this.failures(address, now) < PER_ADDRESS
    );
  }

  failed(email: string, address: string, now: number): void {
    for (const key of [`${address} ${email}`, address]) {
      const failures = this.failures(key, now) + 1;
      this.counts.delete(key);
      this.counts.set(key, { failures, until: now + WINDOW_MS });
    }
    while (this.counts.size > REMEMBERED) this.counts.delete(this.counts.keys().next().value as string);
  }

  succeeded(email: string, address: string): void {
    this.counts.delete(`${address} ${email}`);
  }

  private failures(key: string, now: number): number {
    const count = this.counts.get(key);
    return count && count.until > now ? count.failures : 0;
  }
}
