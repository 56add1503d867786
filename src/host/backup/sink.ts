/** Where backups are kept: a folder or a bucket. Paths have slashes and no leading one. */
export interface Sink {
  /** As the host named it. */
  readonly name: string
  /** Whether `append` works. */
  readonly grows: boolean
  /** Nothing is at the path until all of it is. */
  put(path: string, localFile: string): Promise<void>
  write(path: string, content: string | Uint8Array): Promise<void>
  /** Adds to the end of a file that has `size` bytes; cuts what is beyond. */
  append(path: string, bytes: Uint8Array, size: number): Promise<void>
  /** Files below the folder, sorted. */
  list(folder: string): Promise<StoredFile[]>
  /** Undefined when there is none. */
  read(path: string): Promise<Uint8Array | undefined>
  stream(path: string): AsyncIterable<Uint8Array>
  remove(path: string): Promise<void>
}

export interface StoredFile {
  path: string
  size: number
}
