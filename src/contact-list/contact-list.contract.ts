import * as v from 'valibot'
import { Id, IdOrNone } from '../kernel/http/body-values'
import { contactFilter } from '../contact/contact.contract'
import { nameText } from '../kernel/text/name-text.contract'
import { CompanyIdText, IdText, listUpTo, orEmpty, PageNumber, SearchParam } from '../kernel/http/request-parts'

const companyId = v.optional(IdOrNone)

export const ContactListBody = v.object({ name: nameText(2, 50), companyId })
export type ContactListBody = v.InferOutput<typeof ContactListBody>

export const itemNameMax = 50
const number = v.pipe(
  v.union([v.string('required'), v.number()], 'required'),
  v.transform(String),
  v.trim(),
  v.minLength(8, 'tooShort'),
  v.maxLength(50, 'tooLong'),
)
const email = v.union(
  [v.literal(''), v.pipe(v.string(), v.trim(), v.maxLength(250), v.email('invalidEmail'))],
  'invalidEmail',
)

export const ContactListItemBody = v.object({
  name: nameText(2, itemNameMax),
  number,
  email: v.optional(v.nullable(email), ''),
  contactListId: Id,
  companyId,
})
export type ContactListItemBody = v.InferOutput<typeof ContactListItemBody>

export const UpdateContactListItemBody = v.object({
  ...v.partial(v.omit(ContactListItemBody, ['email'])).entries,
  email: v.optional(v.nullable(email)),
})
export type UpdateContactListItemBody = v.InferOutput<typeof UpdateContactListItemBody>

export const ListContactListItemsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  contactListId: IdText,
  /** `unknown`: not verified yet. */
  valid: v.optional(v.picklist(['', 'valid', 'invalid', 'unknown']), ''),
  /** Large lists are paged by it. */
  after: orEmpty(IdText),
  companyId: CompanyIdText,
})
export type ListContactListItemsQuery = v.InferOutput<typeof ListContactListItemsQuery>

const fillContactsMax = 500

export const FillContactListBody = v.union([
  v.object({ contactIds: v.pipe(listUpTo(Id, fillContactsMax), v.minLength(1, 'required')) }),
  v.object({ tagIds: v.pipe(listUpTo(Id, 100), v.minLength(1, 'required')) }),
  v.object({ filter: v.object(contactFilter) }),
])
export type FillContactListBody = v.InferOutput<typeof FillContactListBody>
export type FillContactListInput = v.InferInput<typeof FillContactListBody>
