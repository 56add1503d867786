import { rowCache } from '../../kernel/database/row-cache'
import { contactSources } from './joined-contact.view'

/** Without last message and closing brace, 0.5 KB each. */
export const contactCache = rowCache<string>(() => ({ name: 'contact', max: 4000, sources: contactSources }))
