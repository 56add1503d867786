import * as v from 'valibot'
import { makeSuperUser } from '../user/password-link/link-at-terminal'
import { defineCommand } from './command'
import { Email, linkText } from './password-link-text'

export const superCreate = defineCommand({
  words: 'super create',
  summary: 'Makes a super user, or somebody of company 1 into one, and prints a link to choose a password',
  usage: 'recado super create EMAIL [--name NAME]',
  example: 'recado super create host@example.com --name "The host"',
  options: v.strictObject({
    email: Email,
    name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100)), 'Super'),
  }),
  positionals: ['email'],
  runs: 'host',
  run: (platform, options) => makeSuperUser(platform, options),
  print: linkText,
})
