import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { CompanyPlanView } from '../../platform/plan/plan.calls'
import { subscriptionStates } from '../../platform/invoice/subscription'
import { UserFields } from '../user.calls'
import {
  MenuChoices,
  TableChoices,
  SignUpBody,
  ForgotPasswordBody,
  PasswordLinkBody,
  RedeemPasswordLinkBody,
} from '../user.contract'
import { Code } from '../second-factor/second-factor.contract'
import { PasskeyOptions, UsePasskeyBody } from '../passkey/passkey.calls'
import { PasskeyResponse } from '../passkey/passkey.contract'
import { Password } from '../../platform/company/company.contract'

export const LoginBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(255), v.email('invalidEmail')),
  password: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(200)),
  newPassword: v.optional(Password),
  /** Of the second factor; without it, its need is told. */
  code: v.optional(Code),
})
export type LoginBody = v.InferOutput<typeof LoginBody>

const Challenge = v.pipe(v.string('required'), v.maxLength(200, 'tooLong'))

export const SecondPasskeyBody = v.object({ challenge: Challenge, response: PasskeyResponse })
export type SecondPasskeyBody = v.InferOutput<typeof SecondPasskeyBody>

export const SecondFactorBody = v.object({
  challenge: Challenge,
  code: Code,
  newPassword: v.optional(Password),
})
export type SecondFactorBody = v.InferOutput<typeof SecondFactorBody>

const Language = v.picklist(['pt', 'en', 'es'])

export const SessionUser = v.object({
  ...UserFields.entries,
  id: v.number(),
  companyId: v.number(),
  name: v.string(),
  profile: v.picklist(['admin', 'user']),
  company: v.object({
    id: v.number(),
    name: v.string(),
    dueDate: v.string(),
    language: Language,
    timeZone: v.string(),
    /** ISO 3166, by the time zone. */
    country: v.string(),
    subscription: v.picklist(subscriptionStates),
    /** False if disabled, whatever the due date. */
    active: v.boolean(),
    /** By the host: no connection comes up and no job runs. */
    muted: v.boolean(),
    /** Until the host’s nodes have a majority again. */
    readOnly: v.boolean(),
    /** For admins: work that a restore held back waits for one of them. */
    hasHeld: v.boolean(),
    /** Negative when past. */
    daysLeft: v.number(),
    /** Null when unlimited. */
    storagePercent: v.nullable(v.number()),
    companieSettings: v.record(v.string(), v.string()),
  }),
  plan: CompanyPlanView,
  /** `UserQueue` repeats the id for similar systems' clients. */
  queues: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      color: v.string(),
      UserQueue: v.optional(v.object({ queueId: v.number() })),
    }),
  ),
  language: Language,
  profileImage: v.string(),
  menuChoices: MenuChoices,
  tableChoices: v.record(v.string(), TableChoices),
  helpCount: v.number(),
  /** Nothing else may be done before. */
  mustSetUpTwoFactor: v.boolean(),
  /** At which somebody signed in, and that the user has not confirmed. */
  newDevices: v.number(),
})
export type SessionUser = v.InferOutput<typeof SessionUser>

export const SessionAnswer = v.object({ token: v.string(), user: SessionUser })
export type SessionAnswer = v.InferOutput<typeof SessionAnswer>

/** `invited`: the user sets the first password. */
export const PasswordLinkView = v.object({
  company: v.string(),
  name: v.string(),
  email: v.string(),
  invited: v.boolean(),
  /** Of the password. */
  minLength: v.number(),
})
export type PasswordLinkView = v.InferOutput<typeof PasswordLinkView>

export const sessionCalls = defineCalls({
  'GET /auth/me': { answer: v.object({ user: SessionUser }) },
  /** No GET: addresses are logged. */
  'POST /auth/password-link': { public: true, body: PasswordLinkBody, answer: PasswordLinkView },
})

/** Calls that only our own pages may make; most set or use the refresh cookie. */
export const signInCalls = defineCalls({
  'POST /auth/login': { public: true, body: LoginBody, answer: SessionAnswer },
  /** For `POST /auth/passkey`. */
  'POST /auth/passkey/options': { public: true, answer: PasskeyOptions },
  'POST /auth/passkey': { public: true, body: UsePasskeyBody, answer: SessionAnswer },
  /** In place of the code: for whom the challenge names. */
  'POST /auth/second-factor/passkey/options': {
    public: true,
    body: v.object({ challenge: Challenge }),
    answer: PasskeyOptions,
  },
  'POST /auth/second-factor/passkey': { public: true, body: SecondPasskeyBody, answer: SessionAnswer },
  'POST /auth/second-factor': { public: true, body: SecondFactorBody, answer: SessionAnswer },
  /** The first eight hexadecimal digits of the SHA-256 of known passwords, in lower case, that begin with the given three. */
  'POST /auth/known-passwords': {
    public: true,
    body: v.object({ prefix: v.pipe(v.string('required'), v.regex(/^[0-9a-f]{3}$/, 'invalid')) }),
    answer: v.object({ hashes: v.array(v.string()) }),
  },
  'POST /auth/password-link/redeem': { public: true, body: RedeemPasswordLinkBody, answer: SessionAnswer },
  /** The same answer for every address. */
  'POST /auth/forgot-password': { public: true, body: ForgotPasswordBody, answer: Done },
  'POST /auth/refresh_token': { public: true, answer: SessionAnswer },
  'DELETE /auth/logout': { answer: Done },
})

export const signUpCalls = defineCalls({
  'POST /auth/signup': {
    public: true,
    body: SignUpBody,
    answer: v.object({ company: v.object({ id: v.number(), name: v.string(), dueDate: v.string() }) }),
  },
})
