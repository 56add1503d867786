/**
 * A file of the contact is still being fetched from the channel, so the turn is taken again. Not a failure of the
 * bot.
 */
export class FileAwaited extends Error {
  constructor() {
    super('A file of the contact is still being fetched')
    this.name = 'FileAwaited'
  }
}

export const isFileAwaited = (error: unknown) =>
  error instanceof FileAwaited || (error instanceof Error && error.cause instanceof FileAwaited)
