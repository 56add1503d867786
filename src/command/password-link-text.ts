import * as v from 'valibot'
import type { TerminalLink } from '../user/password-link/link-at-terminal'

export const Email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email('this is not an e-mail address'))

export const linkText = ({ name, companyId, link, expiresAt }: TerminalLink) =>
  `${name} (company ${companyId}) chooses a password here, once, until ${new Date(expiresAt).toLocaleString('sv')}:\n${link}`
