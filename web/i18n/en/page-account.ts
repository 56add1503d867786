import type { AreaTexts } from '../areas'

/** Facebook pages and Instagram accounts. */
export const pageAccount: AreaTexts['pageAccount'] = {
  addTitle: 'Add Facebook and Instagram',
  loginText:
    'Sign in to Facebook and choose the pages that this system may answer for. The professional Instagram accounts linked to them come along.',
  login: 'Continue with Facebook',
  loginAgain: 'Sign in to Facebook again',
  denied: 'Access was not granted at Facebook.',
  noHostApp: 'This server’s Meta app has not been set up yet. Ask whoever hosts the system.',
  noneTitle: 'No page found',
  noneText: 'This Facebook user manages no pages, or allowed none of them.',
  chooseTitle: 'Choose accounts',
  accounts: 'Pages and accounts',
  renews: (connection) => `renews the connection “${connection}”`,
  link: 'Link',
  linked: 'Facebook/Instagram linked',
  notLinkedTitle: 'Accounts that were not linked',
  editTitle: (name) => `Meta account of “${name}”`,
  saved: 'Meta account saved',
  verified: 'Meta delivers this account’s messages.',
  notVerified: 'Meta has not delivered any message of this account yet.',
  tokenGone: 'You need to sign in to Facebook again.',
  humanAgent: 'Reply for 7 days',
  humanAgentHelp:
    'Only if Meta approved the “Human Agent” feature for the app. People may reply until 7 days after the last message, and automatic messages only within the first 24 hours.',
  takesComments: 'Receive comments',
  takesCommentsHelp:
    'Comments on posts become conversations. The first reply goes in private, and only one until the person answers.',
}
