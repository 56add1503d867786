import { signal, type ReadonlySignal } from '@preact/signals-react'

export type PartState<Data> =
  { kind: 'loading' } | { kind: 'ready'; data: Data } | { kind: 'failed'; cause: unknown; retry: () => void }

/** A part that loads while its page is already shown. */
interface PartLoad<Data> {
  /** Identifies the record, so that opening the same one again keeps it. */
  readonly key: string
  readonly state: ReadonlySignal<PartState<Data>>
}

/** The open record in one part of a page: loaded with the page, or after it. */
export type OpenedPart<Data> = { key: string; data: Data } | PartLoad<Data>

function createPartLoad<Data>(key: string, load: () => Promise<Data>): PartLoad<Data> {
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

/** Returns the next part of a page that shows `previous`: the same record is kept unless it failed. */
export function openPart<Data>(
  previous: OpenedPart<Data> | null,
  key: string,
  load: () => Promise<Data>,
): OpenedPart<Data> {
  const stays = previous?.key === key && !('state' in previous && previous.state.peek().kind === 'failed')
  return stays ? previous : createPartLoad(key, load)
}
