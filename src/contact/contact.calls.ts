import * as v from 'valibot'
import { channelNames } from '../channel/channel-rules.contract'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams, IdText } from '../kernel/http/request-parts'
import { ContactPage, ContactPick, ContactView, DuplicateView, MergePreview, MergeView } from './contact.answers'
import {
  AcceptAudioBody,
  BlockContactBody,
  ContactNumberBody,
  CreateContactBody,
  DisableBotBody,
  KeepApartBody,
  ListContactsQuery,
  MergeContactsBody,
  PickContactsQuery,
  UpdateContactBody,
} from './contact.contract'

const limits = { jsonBytesMax: 512 * 1024 }
const NumberParams = v.object({ number: v.pipe(v.string(), v.minLength(1), v.maxLength(50)) })

const ReachableConnection = v.object({
  id: v.number(),
  name: v.string(),
  channel: v.picklist(channelNames),
  isDefault: v.boolean(),
  connected: v.boolean(),
})
export type ReachableConnection = v.InferOutput<typeof ReachableConnection>

export const contactCalls = defineCalls({
  'GET /contacts': { query: ListContactsQuery, answer: ContactPage },
  'GET /contacts/list': { query: PickContactsQuery, answer: v.array(ContactPick) },
  'GET /contacts/checkNumber/:number': {
    params: NumberParams,
    answer: v.object({ number: v.string(), exists: v.literal(true) }),
  },
  'GET /contacts/profile/:number': {
    params: NumberParams,
    answer: v.object({ contactId: v.number(), profilePicUrl: v.string() }),
  },
  'GET /contacts/:id/connections': { params: IdParams, answer: v.array(ReachableConnection) },
  'GET /contacts/:id/records': { params: IdParams, answer: MergePreview.entries.moves },
  'GET /contacts/:id': { params: IdParams, answer: ContactView },
  'POST /contacts': { body: CreateContactBody, limits, answer: ContactView },
  'POST /contacts/by-number': { body: ContactNumberBody, answer: ContactView },
  'PUT /contacts/:id': { params: IdParams, body: UpdateContactBody, limits, answer: ContactView },
  'DELETE /contacts/:id': { params: IdParams, answer: Done },
  'PUT /contacts/block/:id': { params: IdParams, body: BlockContactBody, answer: ContactView },
  'PUT /contacts/toggleAcceptAudio/:id': { params: IdParams, body: AcceptAudioBody, answer: ContactView },
  'PUT /contacts/toggleDisableBot/:id': { params: IdParams, body: DisableBotBody, answer: ContactView },
})

export const contactIdentityCalls = defineCalls({
  'GET /contacts/:id/duplicates': { params: IdParams, answer: v.object({ duplicates: v.array(DuplicateView) }) },
  'POST /contacts/:id/apart': { params: IdParams, body: KeepApartBody, answer: Done },
  'GET /contacts/:id/merges': { params: IdParams, answer: v.object({ merges: v.array(MergeView) }) },
  'GET /contacts/:id/merge-preview/:fromId': {
    params: v.object({ id: IdText, fromId: IdText }),
    answer: MergePreview,
  },
  'POST /contacts/merge': {
    body: MergeContactsBody,
    answer: v.object({ mergeId: v.number(), contact: ContactView }),
  },
  'POST /contacts/merges/:id/undo': {
    params: IdParams,
    answer: v.object({ contact: ContactView, restored: ContactView }),
  },
})
