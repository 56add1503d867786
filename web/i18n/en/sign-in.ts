import type { signIn as source } from '../pt/sign-in'
import { planFeatures } from './plan-features'

export const signIn: typeof source = {
  mailChoice: {
    title: 'Recurring emails',
    kinds: { weeklyReportMail: 'the weekly report of the team', breachDigestMail: 'the notices of broken promises' },
    text: (mail, company) => `Stop getting ${mail} of ${company} by email?`,
    leave: 'Stop getting it',
    offTitle: 'You no longer get this email',
    offText: (mail, company) => `You no longer get ${mail} of ${company}. You can change this in your profile, too.`,
    undo: 'Get it again',
    endedTitle: 'This link is not valid',
    endedText:
      'It is incomplete, or the account no longer exists. The emails that you get can be changed in your profile.',
  },
  signup: {
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
  },
  passwordLink: {
    title: 'Set your password',
    welcome: (name: string) => `Hello, ${name}`,
    text: (company: string) => `Set your password to join the team of ${company}.`,
    email: 'Email',
    password: 'Password',
    passwordHelp: '5 to 50 characters.',
    enter: 'Save and sign in',
    entering: 'Signing in…',
    endedTitle: 'This link is no longer valid',
    endedText:
      'It was used, replaced by another one, or has expired. If you have set your password, sign in with it. If not, ask an administrator of your company for a new link.',
    signIn: 'Sign in',
    resetTitle: 'New password',
    resetText: (company: string) => `Choose a new password for your account of ${company}.`,
    forgotten: {
      title: 'Forgot your password?',
      text: 'Enter your email. We send you a link to choose a new password.',
      ask: 'Send link',
      askedTitle: 'Check your email',
      askedText: (email: string) =>
        `If ${email} has an account, the link arrives in a moment and is valid for 1 hour. Nothing there? Look in your spam folder, or ask an administrator of your company for a link.`,
      back: 'Back to sign in',
    },
  },
}
