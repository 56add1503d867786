/** Which tickets the board shows; dates are YYYY-MM-DD or empty. */
export interface BoardFilter {
  search: string
  queueId: number | null
  users: readonly number[]
  tags: readonly number[]
  dateFrom: string
  dateTo: string
}

export const noFilters = { users: [], tags: [], dateFrom: '', dateTo: '' } as const

export function countFilters({ users, tags, dateFrom, dateTo }: BoardFilter) {
  return [users.length > 0, tags.length > 0, dateFrom !== '', dateTo !== ''].filter(Boolean).length
}

/** Whether the board shows only some of its tickets. */
export function isFiltered(filter: BoardFilter) {
  return filter.search !== '' || filter.queueId !== null || countFilters(filter) > 0
}

export function queryOf({ search, queueId, users, tags, dateFrom, dateTo }: BoardFilter) {
  return {
    searchParam: search,
    ...(queueId === null ? {} : { queueIds: `[${queueId}]` }),
    ...(users.length > 0 && { users: JSON.stringify(users) }),
    ...(tags.length > 0 && { tags: JSON.stringify(tags) }),
    ...(dateFrom !== '' && { dateFrom }),
    ...(dateTo !== '' && { dateTo }),
  }
}
