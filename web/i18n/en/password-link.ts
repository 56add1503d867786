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
}
