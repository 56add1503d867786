import { homePath } from './home-path'
import { links } from './links'

export const addresses = { home: homePath, login: links.login, loginFor: links.loginFor, expired: links.openFinance }
