import * as v from 'valibot'
import { removeSecondFactorOf } from '../user/second-factor/remove-second-factor'
import { defineCommand } from './command'
import { Email } from './password-link-text'

export const resetTwoFactor = defineCommand({
  words: 'user reset-two-factor',
  summary: 'Removes the second factor of somebody who lost the phone and the recovery codes',
  usage: 'recado user reset-two-factor EMAIL',
  example: 'recado user reset-two-factor ana@example.com',
  options: v.strictObject({ email: Email }),
  positionals: ['email'],
  runs: 'host',
  run: (platform, { email }) => removeSecondFactorOf(platform, email),
  print: ({ name, companyId }) =>
    `${name} of company ${companyId} now signs in with the password alone, and was signed out.`,
})
