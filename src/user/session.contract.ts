import * as v from 'valibot'
import type { CompanyPlan } from '../kernel/company-plan.contract'
import type { UserFields } from './user-fields.contract'

/** POST /auth/login. */
export const LoginBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(255), v.email('invalidEmail')),
  password: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(200)),
})
export type LoginBody = v.InferOutput<typeof LoginBody>

export type Language = 'pt' | 'en' | 'es'

/** The signed-in person, as the interface knows them. */
export interface SessionUser extends UserFields {
  id: number
  companyId: number
  name: string
  profile: 'admin' | 'user'
  company: {
    id: number
    name: string
    /** YYYY-MM-DD. */
    dueDate: string
    language: Language
    timeZone: string
    subscription: 'expired' | 'expires today' | 'to expire'
    /** False: the host has switched the company off, whatever the due date says. */
    active: boolean
    /** Whole days until the due date; negative when past. */
    daysLeft: number
    companieSettings: Record<string, string>
  }
  plan: CompanyPlan
  /** `UserQueue` repeats the id for programs of similar systems; absent where the interface itself made the record. */
  queues: { id: number; name: string; color: string; UserQueue?: { queueId: number } }[]
  /** The person's own, else the company's. */
  language: Language
  profileImage: string
}

export interface SessionAnswer {
  token: string
  user: SessionUser
}
