/** `*` at the end matches any rest. */
const REFUSED = {
  // Opens a web page, whose owner would decide the app's identity.
  web: `
    http* ws wss ftp ftps sftp gopher shttp spdy feed pcast webcal`,
  // Runs script or shows a document with our page's rights.
  document: `
    chrome* devtools* safari-* moz-* mozilla* data javascript vbscript livescript mocha
    jscript ecmascript blob file filesystem about view-source wyciwyg jar cid mid mhtml mk
    urn res resource isolated-app uuid-in-package ipfs ipns capacitor ionic tauri cdvfile
    asset`,
  browser: `
    googlechrome* microsoft-edge* firefox* x-safari* opera-* touch-* ddgquicklink ddglaunch
    opera edge brave vivaldi safari x-web-search`,
  system: `
    android-* itms* macappstore* facetime* x-apple* x-help-* x-man-* mobilephone* ms-*
    intent intents search-ms app-settings app-prefs prefs settings-navigation content
    package market tel telprompt callto sip sips sms smsto mms mmsto mailto message xmpp im
    geo maps comgooglemaps shortcuts workflow applescript addressbook calshow diagnostics
    otpauth shell hcp search help wtai`,
  // Opens its own connection.
  network: `
    git+* svn+* git svn dav davs ldap ldaps ldapi ssh telnet rlogin tn3270 rdp vnc smb cifs
    nfs afp news nntp snews irc ircs magnet rtsp rtmp stun turn`,
};

const WORDS = Object.values(REFUSED).flatMap((group) => group.trim().split(/\s+/));
const NAMES = new Set(WORDS);
const PREFIXES = WORDS.flatMap((word) => (word.endsWith("*") ? [word.slice(0, -1)] : []));

export function isRefusedScheme(scheme: string): boolean {
  return NAMES.has(scheme) || PREFIXES.some((prefix) => scheme.startsWith(prefix));
}
