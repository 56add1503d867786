import { signal } from '@preact/signals-react'
import { ApiError } from '../api/api-error'
import type { ListPage } from './list-items'
import type { TouchLog } from './touch-log'

export interface PageRequest<Item> {
  pageNumber: number
  search: string
  last: Item | undefined
  signal: AbortSignal
}

interface RequestOptions<Item, Id> {
  key: (item: Item) => Id
  fetchPage: (request: PageRequest<Item>) => Promise<ListPage<Item>>
  touches: TouchLog<Id>
}

export type PageRequests<Item, Id> = ReturnType<typeof createPageRequests<Item, Id>>

export function createPageRequests<Item, Id>({ key, fetchPage, touches }: RequestOptions<Item, Id>) {
  const failed = signal<ApiError | undefined>(undefined)
  let request = new AbortController()

  return {
    failed,
    overtake() {
      request.abort()
      request = new AbortController()
    },
    /** Returns a function that says whether a later request has replaced this one. */
    watch() {
      const { signal: abort } = request
      return () => abort.aborted
    },
    /** Undefined when it failed or was replaced. */
    async ask(requested: Omit<PageRequest<Item>, 'signal'>): Promise<ListPage<Item> | undefined> {
      const { signal: abort } = request
      const since = touches.begin()
      try {
        const page = await fetchPage({ ...requested, signal: abort })
        if (abort.aborted) return undefined
        // Live changes since the request are newer than its answer.
        return { ...page, items: page.items.filter((item) => !touches.touched(key(item), since)) }
      } catch (cause) {
        if (!abort.aborted) failed.value = asApiError(cause)
        return undefined
      } finally {
        touches.end()
      }
    },
    dispose: () => request.abort(),
  }
}

function asApiError(cause: unknown) {
  return cause instanceof ApiError ? cause : new ApiError(0, 'ERR_PAGE', String(cause))
}
