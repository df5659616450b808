/** Technology, science, health, food, movement and daily life; see ../thesaurus.ts for the format. */
export const worldConcepts = `
# software
software, platform, tool, app, application, solution, system, program
developer, engineer, programmer, software engineer, engineering team, coder, dev team, devtool, developer tool | code, api
code, coding, programming, source code, code generation, write software | developer, code review
open source, oss, open core, self hosted | developer
no code, low code, nocode, without coding, drag and drop, non technical, citizen developer | internal tool, website builder
internal tool, admin panel, back office tool, dashboard builder | no code
website, web page, webpage, site, web, website builder, landing page, homepage | internet, hosting
browser, chrome, browser extension, web browser | website
mobile app, iphone, android, ios, smartphone, mobile | app
api, integration, integrations, connector, sdk, webhook | developer
automation, automate, rpa, robotic process automation, workflow automation, automatic, autopilot, repetitive work, repetitive task, manual work | workflow, bot, process
workflow, process, operations, business process | automation
web scraping, scraping, crawler, data extraction, web data | data
testing, qa, quality assurance, bug, test automation, bugs, end to end test | developer
monitoring, observability, apm, logging, alerting, incident, tracing, outage, on call | performance, devops
performance, speed, fast, latency, slow, load time, page speed | monitoring
devops, deployment, ci cd, deploy, release, continuous integration, kubernetes, container | cloud, infrastructure
cloud, aws, cloud infrastructure, hosting, server, serverless, data center | devops, compute
cloud cost, cloud spend, finops, cloud bill | cloud
gpu, compute, ai chip, accelerator, inference hardware | semiconductor, machine learning
database, sql, postgres, data warehouse, data store, query | data
data pipeline, etl, data engineering, data integration, sync data, data platform | data, database
analytics, business intelligence, bi, dashboard, reporting, metrics, data analysis, kpi | data, insight
product analytics, user behavior, session replay, user analytics | analytics
spreadsheet, excel, google sheets, worksheet | data, table
search, search engine, find information, enterprise search, semantic search | information, knowledge
knowledge management, knowledge sharing, internal knowledge | documentation, search
security, cybersecurity, cyber security, infosec, hacker, cyber attack, breach, vulnerability, hackers, appsec, pentest, penetration test | compliance, threat
authentication, login, sign in, password, single sign on, identity, account takeover, access control, credentials, user account, bot protection | security, fraud
privacy, data protection, personal data, encryption, anonymize | security, compliance
bots, fake account, abuse, content moderation, moderation, harassment, trust and safety | fraud, security
# artificial intelligence
artificial intelligence, ai, machine learning, ml, deep learning, neural network, algorithm, intelligent | model, data science
language model, llm, gpt, generative ai, large language model, chatgpt, genai, foundation model, prompt | artificial intelligence, chatbot
copilot, ai assistant, ai agent, agent | language model, automation
computer vision, image recognition, vision, object detection, camera, video analytics, visual recognition | image, surveillance
training data, data labeling, annotation, labelling, labeled data, synthetic data | machine learning
mlops, model deployment, model serving, model training, ai infrastructure, fine tuning, inference | machine learning
data science, data scientist, predictive model, forecasting, prediction, predict | analytics, machine learning
image generation, generated images, ai art, avatar, stable diffusion | creative, design
# media and leisure
video, film, movie, video editing, footage, clip | streaming, content
streaming, live stream, broadcast, livestream, watch | video, entertainment
photo, photography, picture, image, photograph, photographer, snapshot, camera | visual
music, musician, song, artist, band, listen, dj | audio, concert
audio, sound, podcast, radio, audiobook | music, voice
news, journalism, newspaper, article, journalist, publisher, publishing, magazine | content, media
book, reading, author, writing, writer, story, ebook, novel | publishing
writing, copywriting, text, write, editor, word processor, blog, typing, type | content, document
content, media, article | creator, publisher
design, designer, graphic design, ui, ux, figma, prototype, creative | art
art, artist, gallery, painting, museum | design
animation, 3d, 3d model, rendering, 3d graphics, cgi | design, game
virtual reality, augmented reality, vr, ar, metaverse, headset, mixed reality, immersive | 3d, game
game, gaming, gamer, video game, esports, game developer, play, player | entertainment
sport, sports, athlete, football, soccer, basketball, fan, team sport | fitness, betting
betting, gambling, fantasy sports, prediction market, wager | sport
fitness, workout, gym, exercise, personal trainer, running, yoga | wellness, sport
hobby, outdoor, camping, hiking, fishing | leisure
friends, social app, hang out, meet people, make friends, companionship | social network
pet, dog, cat, veterinarian, vet, veterinary, animal, puppy | pet care
# learning and family
education, edtech, learning, learn, teach, teaching, study | school, student, course
school, k 12, classroom, teacher, kindergarten, primary school, preschool, elementary school, nursery, high school | education, student, enrollment
enrollment, admission, admissions, apply to school, school choice, apply, application process | school, university
student, pupil, learner, schoolchild, undergraduate | school, education
university, college, higher education, campus, academic, degree | student, research
tutor, tutoring, homework help, private lessons, homework, private tutor, lessons, exam preparation, test prep | student, education
course, online course, bootcamp, mooc, curriculum, class | education, training
language learning, learn english, language lessons, english tutor | education, language
student loan, tuition, student debt, scholarship, college cost, income share agreement | lending, university
child, kid, children, kids, toddler, young people, infant, baby | parent, family, school
teenager, teen, adolescent, youth, young adult, gen z, minor | child, student
parent, family, mother, father, parenting, mom, dad | child
childcare, daycare, nanny, babysitter, babysitting, day care | child, parent
elderly, senior, older adult, aging, ageing, old people, seniors, older people, aged | caregiver, retirement, longevity
caregiver, home care, caregiving, carer, in home care, nursing home, assisted living | elderly, nurse
low income, poor, underserved, disadvantaged, underprivileged, affordable, unbanked, needy | free, cheap
free, no cost, at no cost, costless, gratis | affordable
cheap, affordable, low cost, inexpensive, cheaper | price, low income
women, female, woman, woman's | fertility, maternity
volunteer, volunteering | nonprofit
# health
health, healthcare, health care, medical, medicine, wellness, wellbeing | patient, doctor, hospital
doctor, physician, clinician, provider, medical professional, specialist, practitioner | clinic, patient
hospital, clinic, health system, medical practice, inpatient, hospitalization, ward | doctor, patient
patient, sufferer, ill person, sick person, sick | health
telehealth, telemedicine, virtual care, online doctor, remote consultation, virtual clinic, online clinic | doctor, patient, remote monitoring
remote monitoring, remote patient monitoring, monitor patients, at home monitoring, watch patients | telehealth, chronic, wearable
chronic, chronic disease, chronic condition, long term illness, diabetes, hypertension, copd, heart failure | patient, remote monitoring
heart, cardiac, cardiovascular, cardiology, chf, stroke, blood pressure, hypertension | chronic, medical device
lung, respiratory, pulmonary, copd, asthma, breathing | chronic
diabetes, blood sugar, glucose, insulin | chronic, nutrition
kidney, dialysis, renal, liver | chronic
obesity, weight loss, overweight, lose weight, slim, fat, fattening | nutrition, calories
nutrition, diet, calorie, calories, dietitian, healthy eating, food tracking, nutrient | food, weight loss
mental health, therapy, therapist, depression, anxiety, psychologist, counseling, psychiatry, stress, burnout | wellness, autism
autism, adhd, neurodiverse, developmental, speech therapy, special needs | mental health, child
addiction, substance abuse, opioid, alcohol, smoking, sobriety, quit smoking | mental health
sleep, insomnia, rest | wellness
meditation, mindfulness | mental health, wellness
cancer, oncology, tumor, tumour, oncologist, chemotherapy, breast cancer | diagnosis, treatment, radiology
treatment, therapy, therapeutic, cure, treat, remedy | disease, drug
disease, illness, condition, disorder, sickness | treatment, diagnosis
diagnosis, diagnostic, diagnose, screening, detection, detect disease, test kit | lab test, disease
lab test, blood test, biomarker, blood testing, sample, home test, at home test, blood draw, laboratory test | diagnosis, health
radiology, medical imaging, mri, x ray, ultrasound, ct scan, scan, scanner, imaging | diagnosis, hospital
surgery, surgeon, surgical, operation, operating room | hospital, medical device
medical device, device, implant, prosthetic, handheld device, portable device | hardware, wearable
dental, dentist, teeth, orthodontics, tooth, aligner | clinic
eye, vision care, eyeglasses, glasses, ophthalmology, eyesight, contact lens | optician
hearing, hearing aid, ear | audio
skin, dermatology, acne, dermatologist | beauty
fertility, ivf, pregnancy, maternity, egg freezing, conceive, postpartum, prenatal, birth, reproductive health | women
sexual health, contraception, birth control, menopause, period, menstrual | women
pharmacy, prescription, medication, drugstore, pharmacist, pills | drug
electronic health record, ehr, emr, medical record, health record, patient record | hospital, health data
medical billing, revenue cycle, claims, prior authorization, medical bill | hospital, insurance
health insurance, medical insurance, health coverage, health plan, healthcare coverage, uninsured | insurance, benefits
primary care, family doctor, urgent care, general practitioner | doctor
nurse, nursing | hospital, staffing
wearable, smartwatch, fitness tracker, smart ring, sensor | health, device
longevity, lifespan, anti aging, aging, ageing, healthspan, live longer | health, biomarker
# life science
drug discovery, drug development, new drug, new medicine, pharmaceutical, pharma, medicine discovery, molecule discovery, molecular discovery | therapeutic, clinical trial, molecule, biotech
drug, medicine, medication, therapeutic, compound, molecule | treatment, drug discovery
clinical trial, clinical research, trial recruitment, clinical study | drug, patient
biotech, biotechnology, life science, biology, bio | lab, gene, cell
gene, genetic, genomics, dna, gene therapy, crispr, genome, sequencing, gene editing | biotech
cell, cell therapy, stem cell, cell line, cell engineering | biotech
protein, antibody, enzyme, biologic | biotech, cell
microbe, bacteria, microbiome, probiotic, fermentation, yeast, synthetic biology, gut | biotech, food
virus, vaccine, covid, pandemic, infection, infectious, antibiotic | disease
lab, laboratory, scientist, research, researcher, scientific, wet lab, r&d | biotech, science
brain, neuroscience, neural, neurological, alzheimer, dementia, parkinson, eeg | medical device
material, materials science, nanotechnology, chemical, chemistry, polymer, coating | manufacturing
# food
food, meal, eat, lunch, dinner, breakfast, dish, cuisine | restaurant, grocery, nutrition
restaurant, cafe, diner, eatery, dining, kitchen, ghost kitchen, drive thru | food, point of sale
food delivery, meal delivery, takeout, takeaway, meal kit, food ordering | restaurant, delivery
grocery, groceries, supermarket, fresh produce, fruit, vegetable, produce | food, delivery
chef, cook, private chef, cooking, cook at home, recipe, catering | food, meal
meat, plant based, alternative protein, cultured meat, vegan, dairy, milk, egg, fish, seafood, cultivated meat | protein, food
drink, beverage, coffee, tea, wine, beer, alcohol, cocktail, spirits, brewery | food
farm, farmer, agriculture, agtech, crop, grower, farming, harvest, agricultural, growers | food, soil, livestock
livestock, cattle, cow, poultry, pig, chicken | farm
indoor farming, vertical farm, greenhouse, hydroponic | farm
cannabis, marijuana, hemp, cbd, weed | dispensary
# movement
car, vehicle, auto, automotive, automobile, motor vehicle | driver, car dealer, mechanic
car repair, mechanic, auto repair, garage, car maintenance, auto parts | car
car dealer, used car, car buying, dealership, sell car | car
telematics, track vehicle, vehicle tracking, obd, car tracking, driving behavior, dashcam | fleet, car, insurance
electric vehicle, ev, electric car, e mobility, battery powered car, electric truck, tesla | charging, battery, car
charging, ev charging, charging station, charger, charge point, refuel, refuelling | electric vehicle
fuel, gas station, petrol, gasoline, diesel | oil, car
scooter, bike, bicycle, e bike, motorcycle, moped, micromobility, cycling | transport
ride hailing, taxi, ride sharing, carpool, ride share, uber, cab, chauffeur | driver, transport
car rental, car sharing, rent a car, car hire, car subscription | car
parking, parking spot, car park | car
public transport, bus, transit, commute, commuter, train, rail, shuttle | transport
autonomous vehicle, self driving, driverless, autonomous, self propelled, unmanned | robot, car, lidar
robot, robotics, robotic, machine, automaton, humanoid | automation, autonomous, manufacturing
drone, uav, unmanned aerial vehicle, quadcopter | aviation, robot, delivery
delivery, courier, last mile, parcel, package, shipment, deliver, same day delivery | logistics
shipping, freight, cargo, logistics, haulage, forwarding, freight forwarder, transport of goods, shipper | truck, supply chain, warehouse
truck, lorry, trucking, trucker, semi truck, truck driver, carrier, hgv | freight, driver
ship, maritime, vessel, ocean freight, container ship, boat, port, marine | shipping
supply chain, supply chain management, logistics network | procurement, shipping
fleet, fleet management, vehicles, driver | truck, telematics
driver, motorist, drivers | car, truck
space, satellite, rocket, orbit, spacecraft, launch vehicle, moon, astronaut | aerospace
satellite imagery, earth observation, aerial imagery, geospatial, remote sensing, aerial photo | satellite, map
map, mapping, location, gps, navigation, geolocation | geospatial
# energy, climate, industry
energy, electricity, power, utility, electric grid, grid, power plant | renewable energy
renewable energy, clean energy, green energy, sustainable energy, green electricity | solar, wind, climate
solar, photovoltaic, solar panel, rooftop solar, solar installer | renewable energy
wind, wind turbine, windmill, wind farm, turbine | renewable energy, blade
battery, energy storage, batteries, lithium, storage of energy, cell chemistry | electric vehicle, energy
nuclear, fusion, fission, reactor | energy
hydrogen, fuel cell, electrolyzer | energy, fuel
geothermal, heat pump, heating, hvac, furnace, air conditioning, cooling, boiler, climate control | home, energy efficiency, energy
energy efficiency, energy saving, save energy, power consumption | building, energy
oil and gas, oil, petroleum, gas well, drilling, oilfield, well, crude | energy
climate, climate change, sustainability, sustainable, green, net zero, decarbonize, environmental, eco friendly, greener | carbon
carbon, carbon dioxide, co2, emissions, greenhouse gas, carbon footprint, carbon accounting, carbon capture, carbon removal, carbon offset | climate
forest, tree, wood, reforestation, wildfire, biodiversity, timber | climate
water, wastewater, drinking water, desalination, irrigation | environment
waste, recycling, trash, garbage, recycle, circular economy, compost, plastic | climate
air quality, pollution, smog, air pollution | environment, sensor
mining, mine, mineral, metal, ore, lithium mining | material
steel, cement, concrete, metal | construction, manufacturing
manufacturing, factory, production, industrial, manufacturer, assembly line, machine shop, cnc, plant floor | robot, supply chain
3d printing, 3d printer, additive manufacturing, 3d printed, printable | manufacturing, prototype
quality control, inspection, defect, quality inspection | manufacturing, computer vision
maintenance, repair, predictive maintenance, service technician, upkeep, fix, field service | equipment
equipment, machinery, heavy equipment, tool rental | industrial
hardware, device, gadget, electronics, electronic device, appliance | iot
iot, internet of things, connected device, sensor, smart device, wireless sensor | hardware
semiconductor, chip, chip design, integrated circuit, circuit board, pcb, microchip | hardware
quantum, quantum computing, quantum computer | compute
wireless, telecom, 5g, cellular, mobile network, sim card, broadband, internet access, wifi, connectivity | network
surveillance, security camera, cctv, video surveillance, physical security, intruder, burglar, security guard, weapon detection | computer vision, security
# where
latin america, latam, south america, brazil, mexico, colombia, argentina, chile, peru
brazil, brazilian | latin america
mexico, mexican | latin america
africa, nigeria, kenya, ghana, egypt, african, south africa | emerging market
india, indian, bharat | south asia, emerging market
southeast asia, indonesia, vietnam, philippines, thailand, malaysia, singapore, sea | asia
middle east, mena, gulf, uae, dubai, saudi arabia, egypt | arab
europe, european, eu, germany, france, uk, spain, italy
china, chinese
pakistan, bangladesh, pakistani | south asia, emerging market
emerging market, developing country, developing world, global south | latin america, africa, india
rural, village, countryside | farmer
city, urban | neighborhood
international, cross border, global, overseas, foreign, abroad, worldwide
`;
