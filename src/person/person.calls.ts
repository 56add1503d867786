import { defineCalls } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { ArchiveQuery } from './person.contract'

export const personCalls = defineCalls({
  'GET /contacts/:id/archive': { params: IdParams, query: ArchiveQuery, answer: 'file' },
})
