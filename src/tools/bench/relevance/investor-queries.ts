/** Short queries of investors, each matched by some company: all of them should have a result. */
export const investorQueries: readonly string[] = `
tools for plumbers to send quotes
meal kits for busy parents
background checks for tenants
api for sending text messages
dental practice software
robots that weed fields
marketplace for used cars
language learning with native speakers
therapy by video call
software to schedule nurses
same day grocery delivery
insurance for freelancers
lab equipment marketplace
virtual try on for clothes
water quality sensors
vertical farming
pet health insurance
airline for cargo drones
rent textbooks
code review with AI
debugging of production errors
feature flags
loans for farmers in Africa
remittances to Latin America
e-scooter sharing
brain computer interface
gene therapy for blindness
small satellites launch
nuclear fusion reactor
microbiome testing
sleep apnea treatment
period care products
plant based meat
coffee delivered to offices
coworking spaces
furniture rental
moving company booking
home cleaning service
wedding planning
dating app for professionals
podcast hosting
video editing in the browser
stock photos
music licensing for creators
esports coaching
fantasy sports
apps for churches
fundraising for schools
legal help for immigrants
visas for startup founders
bookkeeping for small shops
warehouse robots picking items
customs clearance
construction site monitoring
3d printed houses
smart locks for apartments
electric boats
recycling of batteries
cancer screening from blood
mental health of teenagers
`
  .trim()
  .split('\n');
