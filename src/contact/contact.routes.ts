import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { sendJson } from '../kernel/http/json-text'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { checkContactNumber, renewContactPicture } from './identity/contact-channel'
import { contactCalls, contactIdentityCalls } from './contact.calls'
import { createContact, deleteContact, setContactActive, toggleContact, updateContact } from './contact.commands'
import { countGuess } from './number/limit-guesses'
import { listContacts, pickContacts } from './list/list-contacts'
import { countContactRecords, listMerges, mergeContactsByHand, previewMerge } from './merge/merge-by-hand'
import { presentContact } from './list/present-contact'
import { changeContactsInBulk } from './bulk/change-contacts-in-bulk'
import { contactBulkCalls } from './bulk/contact-bulk.calls'
import { exportContacts } from './bulk/export-contacts'
import type { CompanyContext } from '../kernel/company/company-context'
import { required } from '../kernel/errors'
import { findContactByNumber, findContactRow, getContactRow } from './contact.queries'
import { findChannel } from '../connection/running/connection-channel'
import { listConnections } from '../connection/connection.queries'
import type { ContactId } from '../kernel/ids'
import { findContactAddress } from './identity/contact-address'
import { findDuplicates } from './merge/find-duplicates'
import { keepApart } from './merge/keep-apart'
import { undoMerge } from './merge/undo-merge'

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

function contactBulkRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'contact-bulk-routes' }).use(guard)
  return answerCalls(app, contactBulkCalls, {
    'GET /contacts/export': ({ ctx, query }) => exportContacts(ctx, query),
    'POST /contacts/bulk': async ({ ctx, body }) => ({ done: await changeContactsInBulk(ctx, body) }),
  })
}

/** GET /contacts/profile/{number}: returns contact and picture by number or, for screens with masked numbers, by id. */
async function fetchProfile(ctx: CompanyContext, numberOrId: string) {
  countGuess(ctx, numberOrId)
  const contact = findContactByNumber(ctx, numberOrId) ?? findContactRow(ctx, Number(numberOrId) || 0)
  const { id } = required(contact, 'ERR_NO_CONTACT_FOUND')
  return { contactId: id, profilePicUrl: await renewContactPicture(ctx, id) }
}

/** Connected or not. @throws Refusal ERR_NO_CONTACT_FOUND */
function listReachableConnections(ctx: CompanyContext, contactId: ContactId) {
  const contact = getContactRow(ctx, contactId)
  return listConnections(ctx)
    .filter(({ id }) => findContactAddress(ctx, contact, id) !== undefined)
    .map(({ id, name, channel, isDefault }) => {
      return { id, name, channel, isDefault, connected: findChannel(ctx, id) !== undefined }
    })
}

function contactIdentityRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'contact-identity-routes' }).use(guard)
  return answerCalls(app, contactIdentityCalls, {
    'GET /contacts/:id/duplicates': ({ ctx, params }) => ({ duplicates: findDuplicates(ctx, params.id) }),
    'POST /contacts/:id/apart': ({ ctx, params, body }) => {
      keepApart(ctx, params.id, body.contactId)
      return { ok: true }
    },
    'GET /contacts/:id/merges': ({ ctx, params }) => ({ merges: listMerges(ctx, params.id) }),
    'GET /contacts/:id/merge-preview/:fromId': ({ ctx, params }) => previewMerge(ctx, params.fromId, params.id),
    'POST /contacts/merge': ({ ctx, body: { fromContactId, intoContactId } }) => {
      const mergeId = mergeContactsByHand(ctx, fromContactId, intoContactId)
      return { mergeId, contact: presentContact(ctx, intoContactId) }
    },
    'POST /contacts/merges/:id/undo': ({ ctx, params }) => {
      const { fromId, intoId } = undoMerge(ctx, params.id)
      return { contact: presentContact(ctx, intoId), restored: presentContact(ctx, fromId) }
    },
  })
}

function getContactOfNumber(ctx: CompanyContext, number: string): ContactId {
  return ctx.transaction(
    () => findContactByNumber(ctx, number)?.id ?? createContact(ctx, { name: number, number, email: '' }),
  )
}
