import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { ArchiveQuery, ErasePersonBody } from './person.contract'

export const personCalls = defineCalls({
  'GET /contacts/:id/archive': { params: IdParams, query: ArchiveQuery, answer: 'file' },
  'POST /contacts/:id/erase': { params: IdParams, body: ErasePersonBody, answer: Done },
})
