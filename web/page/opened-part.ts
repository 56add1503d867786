import { signal, type ReadonlySignal } from '@preact/signals-react'

/** How far the loading of one part of a page has come. */
export type PartState<Data> =
  { kind: 'loading' } | { kind: 'ready'; data: Data } | { kind: 'failed'; cause: unknown; retry: () => void }

/** A part that is loaded while its page is shown already. */
export interface PartLoad<Data> {
  /** Names the record, so that opening the same one again keeps it. */
  readonly key: string
  readonly state: ReadonlySignal<PartState<Data>>
}

/** The record that is open in one part of a page: loaded with the page itself, or after it. */
export type OpenedPart<Data> = { key: string; data: Data } | PartLoad<Data>

/** Begins to load the part at once. */
export function createPartLoad<Data>(key: string, load: () => Promise<Data>): PartLoad<Data> {
  const state = signal<PartState<Data>>({ kind: 'loading' })

  function start() {
    state.value = { kind: 'loading' }
    load().then(
      (data) => (state.value = { kind: 'ready', data }),
      (cause: unknown) => (state.value = { kind: 'failed', cause, retry: start }),
    )
  }

  start()
  return { key, state }
}

/** The part that a page showing `previous` opens next: the same record stays as it is unless it failed. */
export function openPart<Data>(
  previous: OpenedPart<Data> | null,
  key: string,
  load: () => Promise<Data>,
): OpenedPart<Data> {
  const stays = previous?.key === key && !('state' in previous && previous.state.peek().kind === 'failed')
  return stays ? previous : createPartLoad(key, load)
}
