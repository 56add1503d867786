import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { sendJson } from '../kernel/http/json-text'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { contactBulkRoutes } from './bulk/contact-bulk.routes'
import { checkContactNumber } from './identity/contact-channel'
import { contactCalls } from './contact.calls'
import { createContact, deleteContact, setContactActive, toggleContact, updateContact } from './contact.commands'
import { fetchProfile } from './identity/fetch-profile'
import { contactIdentityRoutes } from './merge/identity.routes'
import { countGuess } from './number/limit-guesses'
import { listContacts, pickContacts } from './list/list-contacts'
import { listReachableConnections } from './identity/list-reachable-connections'
import { countContactRecords } from './merge/merge-by-hand'
import { getContactOfNumber } from './number/contact-of-number'
import { presentContact } from './list/present-contact'

export function contactRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'contact-routes' }).use(guard)
  return answerCalls(app, contactCalls, {
    'GET /contacts': ({ ctx, query, set }) => sendJson(set, listContacts(ctx, query)),
    'GET /contacts/list': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return pickContacts(ctx, query.searchParam)
    },
    'GET /contacts/checkNumber/:number': ({ ctx, params }) => {
      countGuess(ctx, params.number)
      return checkContactNumber(ctx, params.number)
    },
    'GET /contacts/profile/:number': ({ ctx, params }) => fetchProfile(ctx, params.number),
    'GET /contacts/:id/connections': ({ ctx, params }) => listReachableConnections(ctx, params.id),
    'GET /contacts/:id/records': ({ ctx, params }) => countContactRecords(ctx, params.id),
    'GET /contacts/:id': ({ ctx, params }) => presentContact(ctx, params.id),
    'POST /contacts': ({ ctx, body }) => {
      refuseOtherCompany(ctx, body.companyId)
      return presentContact(ctx, createContact(ctx, body))
    },
    'POST /contacts/by-number': ({ ctx, body }) => presentContact(ctx, getContactOfNumber(ctx, body.number)),
    'PUT /contacts/:id': ({ ctx, params, body }) => {
      refuseOtherCompany(ctx, body.companyId)
      updateContact(ctx, params.id, body)
      return presentContact(ctx, params.id)
    },
    'DELETE /contacts/:id': async ({ ctx, params }) => {
      await deleteContact(ctx, params.id)
      return { ok: true }
    },
    'PUT /contacts/block/:id': ({ ctx, params, body }) => {
      setContactActive(ctx, params.id, body.active)
      return presentContact(ctx, params.id)
    },
    'PUT /contacts/toggleAcceptAudio/:id': ({ ctx, params, body }) => {
      toggleContact(ctx, params.id, 'acceptAudioMessage', body?.acceptAudioMessage)
      return presentContact(ctx, params.id)
    },
    'PUT /contacts/toggleDisableBot/:id': ({ ctx, params, body }) => {
      toggleContact(ctx, params.id, 'disableBot', body?.disableBot)
      return presentContact(ctx, params.id)
    },
  })
    .use(contactBulkRoutes(guard))
    .use(contactIdentityRoutes(guard))
}
