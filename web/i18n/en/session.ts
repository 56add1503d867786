import type { session as source } from '../pt/session'

export const session: typeof source = {
  title: 'Sign in',
  welcome: 'Welcome back',
  subtitle: (product) => `Sign in to your ${product} account`,
  email: 'Email',
  password: 'Password',
  enter: 'Sign in',
  entering: 'Signing in…',
  choosePassword: 'Choose your password',
  choosePasswordText:
    'The password you were given is for the first sign-in only. Choose another one that only you know.',
  newPassword: 'New password',
  newPasswordHelp: '5 to 50 characters.',
  saveAndEnter: 'Save and sign in',
  forgot: 'Forgot your password?',
  forgotText:
    'Ask an administrator of your company to set another one under Users. If you are the only administrator, ask whoever hosts the system.',
  noAccount: 'No account yet?',
  signup: 'Create your company’s account',
  emailRequired: 'Enter your email',
  emailInvalid: 'Invalid email',
  passwordRequired: 'Enter your password',
  motto: 'All your company’s conversations in one place.',
  mottoText: 'Your company’s WhatsApp in an inbox shared by the whole team.',
  invalidToken: 'Invalid token, please contact the administrator of the platform.',
  signedInElsewhere: 'Your account was accessed on another computer.',
  expiresIn: (days) =>
    days === 1 ? 'Your subscription expires in 1 day' : `Your subscription expires in ${days} days`,
  expiresToday: 'Your subscription expires today',
  expired: (date) => `Oops! Your subscription expired on ${date}. Contact support for more information!`,
  switchedOff: 'Your company’s account is suspended. Contact support for more information!',
  renewed: (date) => `Subscription renewed until ${date}`,
  planLimits: ({ users, connections, queues }, count) =>
    [
      users === 1 ? '1 user' : `${count(users)} users`,
      connections === 1 ? '1 connection' : `${count(connections)} connections`,
      queues === 1 ? '1 queue' : `${count(queues)} queues`,
    ].join(' · '),
  seeInvoices: 'See invoices',
  language: 'Language',
  languageMissing: (name) => `${name} (not translated yet)`,
  signedIn: 'Signed in successfully!',
  signedUp: 'Account created!',
  channels: 'Customer service on WhatsApp',
  scene: [
    { from: 'them', text: 'Hi! Has my order 4821 left yet?', time: '09:41' },
    { from: 'us', text: 'Good morning, Maria! It just left and arrives today by 6 pm.', time: '09:42' },
    { from: 'them', text: 'Wonderful, thank you so much!', time: '09:42' },
    { from: 'us', text: 'Thank you. We are here whenever you need us.', time: '09:43' },
  ],
  sceneNote: 'Answered by Ana in 1 min · Deliveries queue',
}
