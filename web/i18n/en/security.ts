export const security = {
  title: 'Security',
  open: 'Account security',
  codeStep: {
    title: 'Two-step verification',
    text: 'Open your authenticator app and enter the 6-digit code of this account.',
    code: 'Code',
    recoveryText: 'Enter one of the recovery codes that you saved. Each works once.',
    recoveryCode: 'Recovery code',
    useRecovery: 'I don’t have my phone',
    useApp: 'Use the app',
    lost: 'Neither phone nor codes? An administrator of your company can reset the verification under Users.',
    enter: 'Sign in',
    entering: 'Signing in…',
    back: 'Back',
  },
  setUpPage: {
    title: 'Protect your account',
    text: 'Two-step verification is required here. Set yours up to continue.',
    logout: 'Sign out',
  },
  twoStep: {
    title: 'Two-step verification',
    about: 'A code from your phone besides the password. Whoever learns your password still cannot get in.',
    required: 'Two-step verification is required for your account.',
    off: 'Off',
    on: (date: string) => `On since ${date}`,
    codesLeft: (count: number) =>
      count === 0
        ? 'No recovery codes left. Generate new ones.'
        : count === 1
          ? '1 recovery code left'
          : `${count} recovery codes left`,
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    turnedOff: 'Two-step verification turned off',
    renewCodes: 'Generate new codes',
  },
  setUp: {
    title: 'Turn on two-step verification',
    passwordText: 'To begin, confirm your password.',
    password: 'Current password',
    next: 'Continue',
    scanText:
      'Scan this QR code with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password. Then enter the code that it shows.',
    qrLabel: 'QR code for the authenticator app',
    secret: 'Can’t scan it? Enter this key in the app',
    copy: 'Copy',
    copied: 'Copied',
    code: '6-digit code',
    confirm: 'Turn on',
  },
  recovery: {
    title: 'Recovery codes',
    text: 'Keep these codes away from your phone. Each replaces the app once. They are not shown again.',
    list: 'Recovery codes',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    fileName: 'recovery-codes.txt',
    saved: 'I saved the codes',
  },
  confirm: {
    offTitle: 'Turn off two-step verification',
    offText: 'Your account will open with the password alone.',
    codesTitle: 'Generate new recovery codes',
    codesText: 'The earlier codes stop working.',
    password: 'Current password',
    code: 'Code of the app, or a recovery code',
  },
}
