// A reply that is JSON already, for lists whose rows would otherwise be taken apart and put together again on the event loop.

/** JSON text of the shape that the endpoint's reply names. Whoever makes one answers for its fitting; tests check it like any reply. */
export class JsonText<Shape = unknown> {
  /** Only for the compiler: text of different shapes is not exchanged by mistake. */
  declare readonly shape: Shape;

  constructor(readonly text: string) {}
}
