import { homePath } from './home-path'
import { links } from './links'

/** Addresses to which pages and the session redirect. */
export const addresses = { home: homePath, login: links.login, loginFor: links.loginFor, expired: links.openFinance }
