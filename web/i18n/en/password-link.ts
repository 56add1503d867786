export const passwordLink = {
  title: 'Set your password',
  welcome: (name: string) => `Hello, ${name}`,
  text: (company: string) => `Set your password to join the team of ${company}.`,
  email: 'E-mail',
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
}
