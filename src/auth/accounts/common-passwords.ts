/** The most common passwords of 10 characters or more in published breaches; shorter ones are rejected by length. */
const COMMON = `
  !@#$%^&*() !q@w#e$r%t !qaz2wsx3edc 0000000000 0123456789 0987654321 1111111111 1122334455 112233445566
  123123123123 1231231234 123321123321 1234512345 1234554321 123456123456 1234567890 1234567890-= 12345678901
  123456789012 1234567890a 1234567890q 1234567891 12345678910 1234567899 123456789a 123456789q 123456789z
  1234qwerasdf 123qweasdzxc 1357924680 1470258369 1472583690 1a2b3c4d5e 1a2b3c4d5e6f 1q2w3e4r5t 1q2w3e4r5t!
  1q2w3e4r5t6y 1qaz1qaz1qaz 1qaz2wsx3edc 1qaz@wsx3edc 1qazxsw23edc 2468013579 2580258025 3216549870 5201314520
  5555555555 6666666666 7418529630 7777777777 7894561230 8520258520 9638527410 9876543210 9999999999 a123456789
  a1234567890 a1b2c3d4e5 a1b2c3d4e5f6 aa12345678 aa123456789 aaaaaaaaaa abc1234567 abc123456789 abc123abc123
  abc@123456 abcd123456 abcd1234567 abcd@12345 abcdefghij abcdefghijk abcdefghijkl access1234 admin12345
  admin123456 admin1234567 admin@1234 admin@12345 adminadmin adminadmin1 administrator administrator1 alexander1
  amanda1234 andrew1234 anthony123 arsenal123 asdasdasd1 asdasdasdasd asdf123456 asdf1234asdf asdfasdf12
  asdfasdf123 asdfghjkl1 asdfghjkl123 asdfghjkl; ashley1234 asshole123 autumn2024 autumn2025 autumn2026 azerty1234
  azerty12345 azerty123456 azertyuiop azertyuiop1 barcelona1 barcelona123 baseball12 baseball123 basketball
  basketball1 batman1234 benjamin12 blink182182 butterfly1 changeme123 changeme1234 changemenow charlie123
  chelsea123 chocolate1 chocolate123 christopher company123 computer12 computer123 contrasena contrasena1
  contrasena123 contraseña correct-horse-battery-staple correcthorsebatterystaple corvette12 cowboys123 daniel1234
  default123 dragon1234 dragon12345 elizabeth1 football12 football123 friday1234 fuckyou123 fuckyou1234 gabriel123
  goodmorning guest12345 hannah1234 harrypotter haslo12345 hasło12345 hello12345 hello123456 helloworld
  helloworld1 helloworld123 hockey1234 iloveyou1! iloveyou12 iloveyou123 iloveyou1234 iloveyouforever iloveyouso
  india@1234 internet12 internet123 january123 jessica123 jordan2323 joshua1234 killer1234 letmein123 letmein1234
  liverpool1 liverpoolfc login12345 manchester manchesterunited master1234 master12345 matthew123 metallica1
  michael123 michelle12 monday1234 monkey1234 monkey12345 motdepasse motdepasse1 motherfucker mustang123
  mypassword mypassword1 mypassword123 newpassword newpassword1 nicole1234 p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234
  p@ssword123 packers123 parola1234 pass@12345 pass@123456 passw0rd12 passw0rd123 password01 password1! password10
  password11 password12 password12! password123 password123! password1234 password12345 password123456
  password2020 password2021 password2022 password2023 password2024 password2025 password2026 password99
  passwordpassword passwort12 passwort123 passwort1234 pokemon123 princess12 princess123 q123456789 q1234567890
  q1w2e3r4t5 q1w2e3r4t5y6 qazwsx1234 qazwsx12345 qazwsx123456 qazwsxedcrfv qqqqqqqqqq qwe123456789 qweasdzxc123
  qweqweqwe123 qwer1234qwer qwerty123! qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwertyqwerty qwertyuiop
  qwertyuiop1 qwertyuiop123 qwertz1234 qwertz12345 qwertz123456 qwertzuiop qwertzuiop1 realmadrid robert1234
  rockyou123 root123456 rootrootroot samantha12 samsung123 secret1234 secret12345 secretsecret shadow1234
  slipknot666 soccer1234 spongebob1 spring2024 spring2025 spring2026 starwars12 starwars123 starwars77 steelers12
  strawberry strawberry1 summer2023 summer2024 summer2025 summer2026 sunshine12 sunshine123 superman123 temp123456
  temporary1 tennis1234 test123456 test1234567 test@12345 testing123 testing1234 testtest12 testtest123
  thepassword thomas1234 tigger1234 trustno1234 user123456 username12 username123 wachtwoord wachtwoord1
  wachtwoord123 welcome123 welcome123! welcome1234 welcome2023 welcome2024 welcome2025 welcome2026 whatever12
  whatever123 william123 winter2023 winter2024 winter2025 winter2026 woaini1314 woaini1314520 yankees123
  z123456789 zaq12wsxcde3 zaq1zaq1zaq1 zaqwsxcderfv zxcvbn1234 zxcvbnm123 zxcvbnm1234
`

let passwords: Set<string> | undefined

/** Returns whether a password, in lower case, is among the most common ones. */
export function isCommonPassword(lower: string): boolean {
  passwords ??= new Set(COMMON.split(/\s+/))
  return passwords.has(lower)
}
