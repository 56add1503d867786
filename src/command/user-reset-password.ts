import * as v from 'valibot'
import { makeLinkForEmail } from '../user/password-link/link-at-terminal'
import { defineCommand } from './command'
import { Email, linkText } from './password-link-text'

export const resetPassword = defineCommand({
  words: 'user reset-password',
  summary: 'Prints a link with which somebody chooses another password',
  usage: 'recado user reset-password EMAIL',
  example: 'recado user reset-password ana@example.com',
  options: v.strictObject({ email: Email }),
  positionals: ['email'],
  runs: 'host',
  run: (platform, { email }) => makeLinkForEmail(platform, email),
  print: linkText,
})
