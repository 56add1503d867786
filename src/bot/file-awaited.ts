/** A file of the contact is still being fetched from the channel: the turn is taken again in a moment. No failure of a bot. */
export class FileAwaited extends Error {
  constructor() {
    super('A file of the contact is still being fetched')
    this.name = 'FileAwaited'
  }
}

export const isFileAwaited = (error: unknown) =>
  error instanceof FileAwaited || (error instanceof Error && error.cause instanceof FileAwaited)
