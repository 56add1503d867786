import { planFeatures } from './plan-features'
import type { signup as source } from '../pt/signup'

export const signup: typeof source = {
  title: 'Create account',
  heading: 'Create your company’s account',
  subtitle: (days) => `Try it for ${days} days, no commitment.`,
  companyName: 'Company name',
  name: 'Your name',
  phone: 'Phone',
  email: 'Email',
  password: 'Password',
  passwordHelp: '5 to 50 characters',
  plan: 'Plan',
  perMonth: 'a month',
  flags: planFeatures,
  send: 'Create account',
  sending: 'Creating the account…',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  closedTitle: 'Sign-up is closed',
  closedText:
    'New accounts are not available here at the moment. If your company already has one, sign in with your email.',
}
