/** Of the contact, still being fetched. The turn is taken again. */
export class FileAwaited extends Error {
  constructor() {
    super('A file of the contact is still being fetched')
    this.name = 'FileAwaited'
  }
}

export const isFileAwaited = (error: unknown) =>
  error instanceof FileAwaited || (error instanceof Error && error.cause instanceof FileAwaited)
