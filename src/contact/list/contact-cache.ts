import { rowCache } from '../../kernel/database/row-cache'
import { contactSources } from './joined-contact.view'

/** JSON of contacts without their last message and closing brace, about 0.5 KB each. */
export const contactCache = rowCache<string>(() => ({ name: 'contact', max: 4000, sources: contactSources }))
