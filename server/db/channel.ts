// Short messages between the processes of one database: "this has changed", never what is in it.

/** What can be told: an edit of the navigation, work for the runners and how far it is, the end of a session. */
export type Topic = "navigation" | "job-waiting" | "job-cancelled" | "job-progress" | "session-ended";

export type Listener = (text: string) => void;

/** Reaches every process that is open on the database, this one included. */
export interface Channel {
  /** Never fails: whoever misses a message finds out at the next poll or request. */
  tell(topic: Topic, text: string): void;
  /** Answers how to stop listening. */
  on(topic: Topic, listener: Listener): () => void;
}

/** Who listens in this process. */
export class Listeners {
  private readonly byTopic = new Map<Topic, Set<Listener>>();

  on(topic: Topic, listener: Listener): () => void {
    const those = this.byTopic.get(topic) ?? new Set();
    this.byTopic.set(topic, those.add(listener));
    return () => those.delete(listener);
  }

  hear(topic: Topic, text: string): void {
    for (const listener of this.byTopic.get(topic) ?? []) listener(text);
  }
}

/** The channel of a database that one process has to itself. */
export function localChannel(): Channel {
  const listeners = new Listeners();
  return {
    tell: (topic, text) => listeners.hear(topic, text),
    on: (topic, listener) => listeners.on(topic, listener),
  };
}
