import { rowCache } from '../kernel/row-cache'
import { contactSources } from './list/joined-contact.view'

/** JSON of contacts without their last message and closing brace, about 0.5 KB each. */
export const contactCache = rowCache<string>(() => ({ name: 'contact', max: 4000, sources: contactSources }))
